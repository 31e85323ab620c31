/** RFC 6901: one reference token, escaped. */
export function pointerToken(token: string | number): string {
  return String(token).replaceAll('~', '~0').replaceAll('/', '~1');
}

/** RFC 6901: a pointer from tokens; `pointer()` is the whole document. */
export function pointer(...tokens: readonly (string | number)[]): string {
  return tokens.map((token) => `/${pointerToken(token)}`).join('');
}
