import { Fragment } from 'react';
import { isPlain, splitHidden } from './hidden-chars.ts';

/**
 * Text as it is stored: characters that change how text reads without being seen (bidi controls, zero-width, control)
 * are shown by their code. The direction of the text cannot leak into what stands beside it.
 */
export function PlainText({ children }: { readonly children: string }) {
  // A board draws a dozen texts for each card that scrolls into sight.
  if (isPlain(children)) return <bdi>{children}</bdi>;
  return (
    <bdi>
      {splitHidden(children).map((part, index) =>
        part.hidden ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one string have no other name
          <span key={index} className="hidden-char" title={`Hidden character ${part.text}`}>
            {part.text}
          </span>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one string have no other name
          <Fragment key={index}>{part.text}</Fragment>
        ),
      )}
    </bdi>
  );
}
