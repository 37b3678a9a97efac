// A command as text for a shell.

interface Command {
  readonly verb: string;
  readonly args: Readonly<Record<string, unknown>>;
}

export function curlOf({ verb, args }: Command, url: string, token: string): string {
  const body = JSON.stringify({ verb, arguments: args }).replaceAll("'", "'\\''");
  return `curl -H "Authorization: Bearer ${token}" -d '${body}' ${url}`;
}
