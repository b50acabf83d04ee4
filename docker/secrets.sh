#!/bin/sh
# Makes what docker/compose.yaml reads: a random password in files that only their owner can read. It replaces nothing.
set -eu
umask 077
cd "$(dirname "$0")"
if [ -e secrets ]; then
  echo "docker/secrets is there already: the store knows its password; remove both to begin anew" >&2
  exit 1
fi

mkdir -p secrets/mcp
password=$(od -An -N24 -tx1 /dev/urandom | tr -d ' \n')
printf 'neo4j/%s' "$password" > secrets/neo4j_auth
printf '%s' "$password" > secrets/clew_password
printf '{"tokens": []}' > secrets/mcp/tokens.json

# The MCP server runs as whoever can read them, and never as root.
owner=$(id -u) group=$(id -g)
if [ "$owner" = 0 ]; then
  owner=10001 group=10001
  chown -R "$owner:$group" secrets
fi
printf '\nCLEW_UID=%s\nCLEW_GID=%s\n' "$owner" "$group" >> .env # where it says more, that stays
echo "made docker/secrets; a token: clew mcp-token laptop SPACE --tokens docker/secrets/mcp/tokens.json"
