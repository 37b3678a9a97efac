// A command as a program in Python that runs as it is, beside this page.

interface Command {
  readonly verb: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** The call alone: `send("speed", factor=2)`. */
export function sendCall({ verb, args }: Command): string {
  const given = Object.entries(args).map(([name, value]) => `, ${name}=${literal(value)}`);
  return `send(${JSON.stringify(verb)}${given.join("")})`;
}

/** The call with all that it needs; it can also be pasted into a Python that waits for input. */
export function sendProgram(command: Command, origin: string, token: string): string {
  return `import json
from urllib.request import Request, urlopen

def send(verb, **arguments):
    body = json.dumps({"verb": verb, "arguments": arguments})
    head = {"Authorization": "Bearer ${token}",
            "Content-Type": "application/json"}
    url = "${origin}/api/commands"
    return json.load(urlopen(Request(url, body.encode(), head)))

print(${sendCall(command)})
`;
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (typeof value === "object") {
    const parts = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${literal(each)}`);
    return `{${parts.join(", ")}}`;
  }
  return JSON.stringify(value);
}
