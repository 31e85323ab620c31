import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { classes } from './button.tsx';
import { keepFocusInSight } from './focus-in-sight.ts';
import { namePage } from './page-title.ts';
import { Toasts } from './toast.tsx';

interface ShellProps {
  readonly brand: ReactNode;
  readonly brandNote?: ReactNode;
  /** `NavLink`s. */
  readonly nav: ReactNode;
  /** Below the navigation: who reads, the theme. */
  readonly foot?: ReactNode;
  /** Banners, above the page. */
  readonly above?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of every page of a document. */
export function Shell({ brand, brandNote, nav, foot, above, children }: ShellProps) {
  useEffect(keepFocusInSight, []);
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to the page
      </a>
      <div className="shell">
        <header className="shell-side">
          <div className="shell-brand">
            <span>{brand}</span>
            {brandNote && <span className="shell-brand-small">{brandNote}</span>}
          </div>
          <nav className="shell-nav" aria-label="Pages">
            {nav}
          </nav>
          {foot && <div className="shell-foot">{foot}</div>}
        </header>
        <div className="shell-main">
          {above && (
            <aside aria-label="Workspace notices" ref={tellHeight}>
              {above}
            </aside>
          )}
          {children}
        </div>
      </div>
      <Toasts />
    </>
  );
}

/**
 * Tells the styles how high the banners are, so that a page can fill what is left of the window. `:has()` and a window
 * that does not scroll were tried: the one made every card that scrolls into sight cost 8 ms of style, the other takes
 * the keys that scroll away from readers.
 */
function tellHeight(banners: HTMLElement | null) {
  if (!banners) return;
  const root = document.documentElement;
  const observer = new ResizeObserver(() => root.style.setProperty('--above', `${banners.offsetHeight}px`));
  observer.observe(banners);
  return () => {
    observer.disconnect();
    root.style.removeProperty('--above');
  };
}

interface NavLinkProps {
  readonly to: string;
  readonly children: ReactNode;
  /** How many wait; 0 shows nothing. */
  readonly count?: number;
  /** What the number counts, for a screen reader: "waiting". */
  readonly countWord?: string;
  /** Only the page itself counts as current, not those below it. */
  readonly exact?: boolean;
}

export function NavLink({ to, children, count = 0, countWord = 'waiting', exact = false }: NavLinkProps) {
  return (
    <Link to={to} className="nav-link" activeOptions={{ exact }}>
      {children}
      {count > 0 && (
        <span className="nav-count">
          {count}
          <span className="visually-hidden"> {countWord}</span>
        </span>
      )}
    </Link>
  );
}

interface PageProps {
  readonly title: ReactNode;
  /** The tab's title, when `title` is not a string. */
  readonly tabTitle?: string;
  readonly note?: ReactNode;
  readonly actions?: ReactNode;
  /** Keeps lines at a readable length. */
  readonly text?: boolean;
  /** On wide screens the page fills the window, and parts of it scroll instead of it. */
  readonly fill?: boolean;
  readonly children: ReactNode;
}

/** True once the document has shown a page. */
let isLater = false;

/** One page: its heading takes the focus when a person comes from another page, so that a screen reader starts there. */
export function Page({ title, tabTitle, note, actions, text, fill, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const name = tabTitle ?? (typeof title === 'string' ? title : 'Sidekicks');

  useEffect(() => {
    namePage(name);
  }, [name]);

  // On narrow screens the navigation scrolls sideways.
  useEffect(() => {
    const current = document.querySelector('.shell-nav [aria-current="page"]');
    current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, []);

  useEffect(() => {
    // On the first page the browser's own start is right, and on a press of the navigation the focus stays there.
    if (isLater && document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
    isLater = true;
  }, []);

  return (
    <main id="main" tabIndex={-1} className={classes('page', text && 'page-text', fill && 'page-fill')}>
      <div className="page-head">
        <div className="page-head-title">
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {note && <span className="quiet small">{note}</span>}
        </div>
        {actions && <div className="buttons">{actions}</div>}
      </div>
      {children}
    </main>
  );
}

interface SectionProps {
  /** For links to it. */
  readonly id?: string;
  readonly title: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function Section({ id, title, actions, children }: SectionProps) {
  return (
    <section className="section" id={id}>
      <div className="section-head">
        <h2>{title}</h2>
        {actions && <div className="buttons">{actions}</div>}
      </div>
      {children}
    </section>
  );
}
