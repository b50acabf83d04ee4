#!/bin/sh
# Makes what the containers of compose.yaml share, once: Neo4j's random password, and a first token, which it prints.
# Interrupted, it begins anew; where all is there, it changes nothing.
set -eu
umask 077
folder=${1:-/run/clew} owner=10001:10001
if [ -e "$folder/clew_password" ]; then
  echo "the password and the tokens are there already"
  exit 0
fi

rm -f "$folder/tokens.json"
echo "a token for the space ${CLEW_SPACE:=default} at http://localhost:8765/mcp:"
clew mcp-token first "$CLEW_SPACE" --tokens "$folder/tokens.json"
password=$(od -An -N24 -tx1 /dev/urandom | tr -d ' \n')
printf 'neo4j/%s' "$password" > "$folder/neo4j_auth"
printf '%s' "$password" > "$folder/part"
if [ "$(id -u)" = 0 ]; then
  chown "$owner" "$folder/tokens.json" "$folder/part"
  chmod 755 "$folder"
fi
mv "$folder/part" "$folder/clew_password"
