/** Owns the document's title: the page's name, and before it how many things wait for a person. */

let name = 'Sidekicks';
let waiting = 0;

function write(): void {
  const whole = name === 'Sidekicks' ? name : `${name} · Sidekicks`;
  document.title = waiting > 0 ? `(${waiting}) ${whole}` : whole;
}

export function namePage(next: string): void {
  name = next;
  write();
}

export function countInTitle(count: number): void {
  waiting = count;
  write();
}
