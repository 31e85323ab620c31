/** Names of bridges, as `--as` gives them: letters of any script, nothing that hides or turns text around. */
export function isLabel(label: string): boolean {
  return /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,59}$/u.test(label);
}

export const labelRule = 'A label has 1 to 60 letters, digits, spaces, dots, dashes or underscores.';
