/**
 * The difference of two texts in CodeMirror, read only. Loaded when a person opens one. It lives in a shadow root,
 * because CodeMirror puts a <style> into a document, which the content policy forbids; in a shadow root it adopts sheets.
 */
import { unifiedMergeView } from '@codemirror/merge';
import { EditorState } from '@codemirror/state';
import { EditorView, highlightSpecialChars, lineNumbers } from '@codemirror/view';

export interface Texts {
  readonly before: string;
  readonly after: string;
  /** What the two texts are, for a screen reader. */
  readonly label: string;
}

/** Answers what takes it away again. */
export function mountDifference(host: HTMLElement, { before, after, label }: Texts): () => void {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const place = document.createElement('div');
  root.append(place);
  const view = new EditorView({
    parent: place,
    root,
    state: EditorState.create({
      doc: after,
      extensions: [
        EditorState.readOnly.of(true),
        EditorView.editable.of(false),
        EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
        EditorView.lineWrapping,
        lineNumbers(),
        highlightSpecialChars(),
        unifiedMergeView({ original: before, mergeControls: false, collapseUnchanged: { margin: 3, minSize: 6 } }),
        theme,
      ],
    }),
  });
  return () => {
    view.destroy();
    place.remove();
  };
}

const theme = EditorView.theme({
  '&': { color: 'var(--ink)', backgroundColor: 'var(--bg-raised)', fontSize: '12px' },
  '&.cm-focused': { outline: '2px solid var(--accent)' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '18px' },
  '.cm-gutters': { backgroundColor: 'var(--bg-sunken)', color: 'var(--ink-2)', borderColor: 'var(--line)' },
  '&.cm-merge-b .cm-changedLine, .cm-inlineChangedLine': { backgroundColor: 'var(--bg-good)' },
  '&.cm-merge-b .cm-changedText': { background: 'none', textDecoration: 'underline 2px var(--good)' },
  '.cm-deletedChunk': { backgroundColor: 'var(--bg-bad)' },
  '.cm-deletedChunk .cm-deletedText': { background: 'none', textDecoration: 'line-through var(--bad)' },
  '.cm-collapsedLines': { background: 'var(--bg-sunken)', color: 'var(--ink-2)' },
  '.cm-specialChar': { color: 'var(--bad)' },
});
