// Every text of the page, in English and German; the browser's language chooses.

const english = {
  all_spaces: "All spaces", answer_parts: "Parts of the score", as_of: "As of", as_of_now: "now", at_once: "two questions side by side",
  ask: "Search", ask_label: "Question or topic", back: "Back", belief: "belief {n}", between: "Between", by_either: "happened or said",
  by_happened: "happened", by_said: "said", cancel: "Cancel", canvas_note: "Drawn on a canvas; the list beside it holds the same nodes.",
  caption: "image: {text}", changed: "What changed", changed_none: "Nothing changed since then.", changed_since: "since", chunk: "portion", chunks: "portions",
  close: "Close", compare: "Compare two questions", confidence: "Confidence", confidence_note: "How sure it is that memory holds an answer.",
  connecting: "Connecting …", consolidate: "Consolidation", consolidate_cost: "Language model since this page's server began",
  consolidate_failed: "Failed", consolidate_intro: "What was said becomes dated facts, topics and reflections.", consolidate_none: "Nothing waits. All that was said is consolidated.",
  consolidate_rules: "No language model is set: rules find what they can.", consolidate_run: "Consolidate now", consolidate_stop: "Stop",
  consolidate_stopped: "Stopped. What was written before stays; the same button goes on.", consolidated: "{facts} new, {repeated} repeated and {replaced} replaced facts; {reflections} reflections. {left} left.",
  copied: "Copied", copy: "Copy", correct: "Correct", created: "believed since {at}", day: "Day", documents: "Documents", download: "Download",
  downloaded_receipt: "Download the receipt", edge: "relationship", edges: "relationships", empty_space: "Nothing was remembered in this space yet.",
  empty_space_hint: "Remember a conversation with “clew remember FILE”, or with an agent.", ended: "ended", enter: "Enter", enter_token: "Token",
  enter_intro: "Name a token that “clew mcp-token” made. It shows the spaces of that token alone.", entity: "name", entities: "names", everything: "everything",
  expand: "Show what it is joined to", expired: "believed until {at}", fact: "fact", facts: "facts", facts_now: "Facts now", filters: "Filters", filters_set: "Filters ({n})",
  follow: "Live", follow_intro: "What programs do with memory through this server, as it happens, and what is stored by anybody.", follow_none: "Nothing yet. A recall or a new turn appears here at once.",
  follow_lost: "The connection is lost; trying again.", follow_on: "Listening", forget: "Forget", found_none: "Memory holds nothing that fits.",
  found_none_hint: "Ask in other words, or remove a filter.", from_to: "{from} to {to}", go_turn: "Go to turn", graph: "Graph", graph_find: "Begin with",
  graph_hint: "Choose a node to see what it is joined to. Drag to move; Ctrl and the wheel enlarge.", graph_none: "Choose somebody or something to begin with.", hit: "result", hits: "Results", holds: "holds", home: "Overview", in_picture: "In the picture",
  joined: "Joined to", kind: "Kind", kinds: "Kinds", last_session: "last on {at}", learnings: "Learnings", learnings_none: "No learnings are in this space.", legend: "Legend", link: "relationship", links: "relationships",
  list: "List", loading: "Loading …", meant_failed: "This could not be loaded", memories: "memories", memory: "Memory", mentions: "{n} mentions", met: "reached", missed: "not reached", month: "Month", more: "Show more", menu: "Menu",
  names: "Names and topics", nav: "Pages of this space", newest: "Newest facts", newest_none: "No facts yet: consolidate what was said.", no_script: "", node: "node", nodes: "nodes", not_known: "You are not known here",
  not_known_hint: "The address that “clew view” prints lets one browser in, once. Run it again for a new one.", now: "now", open: "Open", open_session: "Open the session", or: "or", outgoing: "to", incoming: "from",
  packed: "Packed text", packed_hint: "As a language model would get it: {n} words.", page: "Page", path: "Way", pending: "Waiting", people: "People and things", people_none: "No names yet.", places: "Scene", png: "Save as PNG",
  profile_none: "No statements name this.", properties: "Properties", question: "Question", read_only: "This page only reads.", reload: "Try again", relevance: "relevance {n}", replaced: "replaced", replaced_by: "replaced by", replaces: "Versions",
  rests: "Rests on this", rests_none: "Nothing rests on this turn.", result: "result", results: "results", reproduce: "Cypher", reproduce_hint: "Paste it into a Neo4j console: it returns these memories and what joins them.", runs: "Runs", runs_none: "No runs are in this space.",
  said: "said", scene: "Scene", scene_none: "No building is in this space.", score: "Score", search: "Search", search_hint: "Ask in your own words. What comes back says why.", session: "session", sessions: "Sessions", sessions_many: "sessions", since: "since {from}", since_label: "From",
  size: "{n} memories", skip: "To the content", space: "Space", spaces: "Spaces", spaces_intro: "Each space is the memory of one user or agent.", spaces_none: "There are no spaces yet.", speaker: "Speaker", speakers: "Speakers", stages: "Stages",
  start_at: "Begin at", step: "step", steps: "steps", stopped: "The server of this page does not answer", stopped_hint: "Start “clew view” again, or wait: this page tries again.", stored: "Stored", subgoal: "subgoal", subgoals: "subgoals", svg: "Save as SVG",
  timeline: "What held when", timeline_months: "Sessions by month", told: "Operations", topics: "Topics", total: "total", turn: "turn", turns: "turns", type: "Type", undated: "without a date", unfold: "Show all", until: "until", until_label: "To", used: "{n} calls, {read} tokens read, {written} written",
  via: "via", waiting: "{n} waiting", when: "when", where_named: "Where it is named", who: "Who", whole: "whole", why: "Why", words: "Words", zoom_in: "Enlarge", zoom_out: "Reduce", zoom_all: "Show all", any: "any", ms: "milliseconds", of_total: "of {n}",
  foldt: "Show less", operation: "Operation", error: "Error", counts: "Counts", lineage: "Lineage", goal: "Goal", outcome: "Outcome", map_of: "Map of the building from above", tree_of: "Steps of the task", no_session: "There is no such session", next_page: "Later turns", previous_page: "Earlier turns",
  correct_note: "The old version is kept, and can be put back. What rested on it alone ends with it.", correct_text: "What it says in truth", corrected: "Corrected", corrected_note: "The new version holds from now on; the old one is kept.", corrected_same: "Memory said so already.",
  corrected_pending: "The next consolidation reads the new text.", put_back: "Put back", receipt_ended: "Ended with the old version",
  documents_none: "No documents were read.", passage: "passage", passages: "passages",
  choose: "Choose: {text}", chosen: "Chosen memories", chosen_n: "{n} chosen", choose_none: "Choose nothing", forget_receipt: "What forgetting would take", forgotten: "Forgotten",
  forget_note: "Nothing has happened yet. This is what goes, with all that rests on it alone, and what changes because of it.", forgotten_note: "This is gone for good; nothing brings it back.", forget_now: "Forget {n} memories for good",
  receipt_removed: "Goes", receipt_weakened: "Is believed less", receipt_revived: "Holds again", and_more: "and {n} more", forget_session: "this session", forget_speaker: "all that this speaker said",
  leave: "Leave", world: "World", world_none: "No world is in this space.", version: "Version {n}", continues: "goes on from", agents: "Agents", entity_filter: "Names", words_shown: "words", confidence_low: "low", confidence_medium: "medium", confidence_high: "high", in_packed: "in the packed text", show_in_graph: "Show in the graph", no_path: "Search found it itself.", details: "Details", id: "Id", pick_kind: "Kinds shown",
};
export type Key = keyof typeof english;

const german: Record<Key, string> = {
  all_spaces: "Alle Bereiche", answer_parts: "Teile der Bewertung", as_of: "Stand", as_of_now: "jetzt", at_once: "zwei Fragen nebeneinander",
  ask: "Suchen", ask_label: "Frage oder Thema", back: "Zurück", belief: "Gewissheit {n}", between: "Zwischen", by_either: "geschehen oder gesagt",
  by_happened: "geschehen", by_said: "gesagt", cancel: "Abbrechen", canvas_note: "Auf eine Fläche gezeichnet; die Liste daneben nennt dieselben Knoten.",
  caption: "Bild: {text}", changed: "Was sich geändert hat", changed_none: "Seitdem hat sich nichts geändert.", changed_since: "seit", chunk: "Abschnitt", chunks: "Abschnitte",
  close: "Schließen", compare: "Zwei Fragen vergleichen", confidence: "Sicherheit", confidence_note: "Wie sicher es ist, dass das Gedächtnis eine Antwort enthält.",
  connecting: "Verbinden …", consolidate: "Verdichtung", consolidate_cost: "Sprachmodell seit Beginn dieses Servers",
  consolidate_failed: "Fehlgeschlagen", consolidate_intro: "Aus dem Gesagten werden datierte Fakten, Themen und Überlegungen.", consolidate_none: "Nichts wartet. Alles Gesagte ist verdichtet.",
  consolidate_rules: "Kein Sprachmodell ist eingestellt: Regeln finden, was sie können.", consolidate_run: "Jetzt verdichten", consolidate_stop: "Anhalten",
  consolidate_stopped: "Angehalten. Was geschrieben wurde, bleibt; derselbe Knopf setzt fort.", consolidated: "{facts} neue, {repeated} wiederholte und {replaced} ersetzte Fakten; {reflections} Überlegungen. {left} übrig.",
  copied: "Kopiert", copy: "Kopieren", correct: "Berichtigen", created: "geglaubt seit {at}", day: "Tag", documents: "Dokumente", download: "Herunterladen",
  downloaded_receipt: "Beleg herunterladen", edge: "Beziehung", edges: "Beziehungen", empty_space: "In diesem Bereich ist noch nichts gemerkt.",
  empty_space_hint: "Ein Gespräch merkt „clew remember DATEI“ oder ein Agent.", ended: "beendet", enter: "Eintreten", enter_token: "Schlüssel",
  enter_intro: "Ein Schlüssel von „clew mcp-token“ zeigt nur die Bereiche dieses Schlüssels.", entity: "Name", entities: "Namen", everything: "alles",
  expand: "Zeigen, womit es verbunden ist", expired: "geglaubt bis {at}", fact: "Fakt", facts: "Fakten", facts_now: "Fakten jetzt", filters: "Filter", filters_set: "Filter ({n})",
  follow: "Live", follow_intro: "Was Programme durch diesen Server mit dem Gedächtnis tun, sobald es geschieht, und was irgendwer speichert.", follow_none: "Noch nichts. Ein Abruf oder ein neuer Beitrag erscheint sofort hier.",
  follow_lost: "Die Verbindung ist unterbrochen; neuer Versuch.", follow_on: "Hört zu", forget: "Vergessen", found_none: "Das Gedächtnis enthält nichts Passendes.",
  found_none_hint: "Mit anderen Worten fragen oder einen Filter entfernen.", from_to: "{from} bis {to}", go_turn: "Zu Beitrag", graph: "Graph", graph_find: "Beginnen mit",
  graph_hint: "Ein Knoten zeigt, womit er verbunden ist. Ziehen verschiebt; Strg und das Rad vergrößern.", graph_none: "Wähle, womit es beginnen soll.", hit: "Treffer", hits: "Treffer", holds: "gilt", home: "Überblick", in_picture: "Im Bild",
  joined: "Verbunden mit", kind: "Art", kinds: "Arten", last_session: "zuletzt am {at}", learnings: "Gelerntes", learnings_none: "In diesem Bereich ist nichts gelernt.", legend: "Legende", link: "Beziehung", links: "Beziehungen",
  list: "Liste", loading: "Lädt …", meant_failed: "Das konnte nicht geladen werden", memories: "Erinnerungen", memory: "Erinnerung", mentions: "{n} Nennungen", met: "erreicht", missed: "nicht erreicht", month: "Monat", more: "Mehr zeigen", menu: "Menü",
  names: "Namen und Themen", nav: "Seiten dieses Bereichs", newest: "Neueste Fakten", newest_none: "Noch keine Fakten: verdichte das Gesagte.", no_script: "", node: "Knoten", nodes: "Knoten", not_known: "Du bist hier nicht bekannt",
  not_known_hint: "Die Adresse von „clew view“ lässt einen Browser ein, einmal. Ein neuer Aufruf gibt eine neue.", now: "jetzt", open: "Öffnen", open_session: "Sitzung öffnen", or: "oder", outgoing: "zu", incoming: "von",
  packed: "Gepackter Text", packed_hint: "So bekäme ihn ein Sprachmodell: {n} Wörter.", page: "Seite", path: "Weg", pending: "Wartet", people: "Personen und Dinge", people_none: "Noch keine Namen.", places: "Szene", png: "Als PNG sichern",
  profile_none: "Keine Aussage nennt dies.", properties: "Eigenschaften", question: "Frage", read_only: "Diese Seite liest nur.", reload: "Neuer Versuch", relevance: "Bezug {n}", replaced: "ersetzt", replaced_by: "ersetzt durch", replaces: "Fassungen",
  rests: "Darauf beruht", rests_none: "Auf diesem Beitrag beruht nichts.", result: "Treffer", results: "Treffer", reproduce: "Cypher", reproduce_hint: "In einer Neo4j-Konsole gibt es diese Erinnerungen und ihre Verbindungen.", runs: "Läufe", runs_none: "In diesem Bereich sind keine Läufe.",
  said: "gesagt", scene: "Szene", scene_none: "In diesem Bereich ist kein Gebäude.", score: "Bewertung", search: "Suche", search_hint: "Frage in eigenen Worten. Jeder Treffer sagt, warum er kam.", session: "Sitzung", sessions: "Sitzungen", sessions_many: "Sitzungen", since: "seit {from}", since_label: "Von",
  size: "{n} Erinnerungen", skip: "Zum Inhalt", space: "Bereich", spaces: "Bereiche", spaces_intro: "Jeder Bereich ist das Gedächtnis eines Menschen oder Agenten.", spaces_none: "Es gibt noch keine Bereiche.", speaker: "Sprecher", speakers: "Sprecher", stages: "Stufen",
  start_at: "Beginnen bei", step: "Schritt", steps: "Schritte", stopped: "Der Server dieser Seite antwortet nicht", stopped_hint: "Starte „clew view“ neu oder warte: die Seite versucht es wieder.", stored: "Gespeichert", subgoal: "Teilziel", subgoals: "Teilziele", svg: "Als SVG sichern",
  timeline: "Was wann galt", timeline_months: "Sitzungen nach Monat", told: "Vorgänge", topics: "Themen", total: "gesamt", turn: "Beitrag", turns: "Beiträge", type: "Art", undated: "ohne Datum", unfold: "Alles zeigen", until: "bis", until_label: "Bis", used: "{n} Aufrufe, {read} Tokens gelesen, {written} geschrieben",
  via: "über", waiting: "{n} warten", when: "wann", where_named: "Wo es genannt wird", who: "Wer", whole: "ganz", why: "Warum", words: "Wörter", zoom_in: "Vergrößern", zoom_out: "Verkleinern", zoom_all: "Alles zeigen", any: "alle", ms: "Millisekunden", of_total: "von {n}",
  foldt: "Weniger zeigen", operation: "Vorgang", error: "Fehler", counts: "Anzahl", lineage: "Herkunft", goal: "Ziel", outcome: "Ergebnis", map_of: "Karte des Gebäudes von oben", tree_of: "Schritte der Aufgabe", no_session: "Diese Sitzung gibt es nicht", next_page: "Spätere Beiträge", previous_page: "Frühere Beiträge",
  correct_note: "Die alte Fassung bleibt und kann zurückgeholt werden. Was allein auf ihr beruhte, endet mit ihr.", correct_text: "Was es in Wahrheit sagt", corrected: "Berichtigt", corrected_note: "Von jetzt an gilt die neue Fassung; die alte bleibt.", corrected_same: "Das Gedächtnis sagte es schon so.",
  corrected_pending: "Die nächste Verdichtung liest den neuen Text.", put_back: "Zurückholen", receipt_ended: "Mit der alten Fassung beendet",
  documents_none: "Keine Dokumente wurden gelesen.", passage: "Abschnitt", passages: "Abschnitte",
  choose: "Wählen: {text}", chosen: "Gewählte Erinnerungen", chosen_n: "{n} gewählt", choose_none: "Nichts wählen", forget_receipt: "Was das Vergessen nähme", forgotten: "Vergessen",
  forget_note: "Noch ist nichts geschehen. Dies geht, mit allem, was allein darauf beruht, und dies ändert sich dadurch.", forgotten_note: "Dies ist endgültig fort; nichts bringt es zurück.", forget_now: "{n} Erinnerungen endgültig vergessen",
  receipt_removed: "Geht", receipt_weakened: "Wird weniger geglaubt", receipt_revived: "Gilt wieder", and_more: "und {n} weitere", forget_session: "diese Sitzung", forget_speaker: "alles, was dieser Sprecher sagte",
  leave: "Verlassen", world: "Welt", world_none: "In diesem Bereich ist keine Welt.", version: "Fassung {n}", continues: "setzt fort", agents: "Agenten", entity_filter: "Nennt", words_shown: "Wörter", confidence_low: "niedrig", confidence_medium: "mittel", confidence_high: "hoch", in_packed: "im gepackten Text", show_in_graph: "Im Graphen zeigen", no_path: "Die Suche fand es selbst.", details: "Einzelheiten", id: "Kennung", pick_kind: "Gezeigte Arten",
};

export const language = navigator.language;
const isGerman = language.toLowerCase().startsWith("de");
const words: Record<Key, string> = isGerman ? german : english;
document.documentElement.lang = isGerman ? "de" : "en";

/** Returns a text in the browser's language, with values in the places of their names. */
export function t(key: Key | string, values: Record<string, string | number> = {}): string {
  const text = words[key as Key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}
