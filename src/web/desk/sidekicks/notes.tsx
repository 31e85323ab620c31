import { PlainText } from '../../parts/plain-text.tsx';

/** What was guessed, cut or left out when a folder became a draft: nothing of it goes missing in silence. */
export function Notes({ notes }: { readonly notes: readonly string[] }) {
  if (notes.length === 0) return null;
  return (
    <ul className="problems" aria-label="About this draft">
      {notes.map((note) => (
        <li key={note}>
          <span className="stored">
            <PlainText>{note}</PlainText>
          </span>
        </li>
      ))}
    </ul>
  );
}
