/** A first guess at what a person calls this browser; they may change it. "Chrome on Linux". */
export function browserName(): string {
  const { userAgent } = navigator;
  const browser = [
    ['Firefox', /Firefox\//],
    ['Edge', /Edg\//],
    ['Opera', /OPR\//],
    ['Chrome', /Chrome\//],
    ['Safari', /Safari\//],
  ] as const;
  const system = [
    ['Android', /Android/],
    ['iPhone', /iPhone|iPad/],
    ['Windows', /Windows/],
    ['macOS', /Mac OS X/],
    ['Linux', /Linux/],
  ] as const;
  const name = browser.find(([, sign]) => sign.test(userAgent))?.[0] ?? 'Browser';
  const on = system.find(([, sign]) => sign.test(userAgent))?.[0];
  return on ? `${name} on ${on}` : name;
}
