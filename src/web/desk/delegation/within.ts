/** A typed whole number from 1 to `most`. */
export function within(text: string, most: number): boolean {
  return /^\d{1,9}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= most;
}
