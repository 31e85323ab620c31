import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { PlainText } from './plain-text.tsx';

type Render = (text: string) => DocumentFragment;

let loaded: Render | undefined;

/** The renderer is some 20 KB, so it comes with the first text that needs it; until then the text stands as typed. */
async function load(): Promise<Render> {
  loaded ??= (await import('./markdown-render.ts')).renderMarkdown;
  return loaded;
}

/** Markdown from anybody, made safe. */
export function Markdown({ children }: { readonly children: string }) {
  const [render, setRender] = useState<Render | undefined>(() => loaded);
  const place = useRef<HTMLDivElement>(null);

  useEffect(() => {
    let gone = false;
    void load().then((found) => {
      if (!gone) setRender(() => found);
    });
    return () => {
      gone = true;
    };
  }, []);

  useLayoutEffect(() => {
    if (render) place.current?.replaceChildren(render(children));
  }, [render, children]);

  if (!render) {
    return (
      <div className="markdown markdown-plain">
        <PlainText>{children}</PlainText>
      </div>
    );
  }
  return <div className="markdown" dir="auto" ref={place} />;
}
