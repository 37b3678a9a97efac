// The studio's HTTP interface, with the token of the page's address.

let token = "";

export function useToken(given: string): void {
  token = given;
}

export function currentToken(): string {
  return token;
}

/** Get something, or post if there is a body; fails with the reason. */
export async function api<T>(path: string, body?: unknown): Promise<T> {
  const headers = { Authorization: `Bearer ${token}` };
  const answer = await fetch(
    path,
    body === undefined ? { headers } : { headers, method: "POST", body: JSON.stringify(body) },
  );
  const said = (await answer.json()) as T & { error?: string };
  if (!answer.ok) throw new Error(said.error ?? answer.statusText);
  return said;
}

/** Get a file. */
export async function apiBytes(path: string): Promise<ArrayBuffer> {
  const answer = await fetch(path, { headers: { Authorization: `Bearer ${token}` } });
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.arrayBuffer();
}
