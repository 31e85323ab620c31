import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { act } from './act.ts';
import { Button, type ButtonProps } from './button.tsx';

export interface MenuItem {
  readonly key: string;
  readonly content: ReactNode;
  readonly onAct: () => void;
  /** For menus that choose one of several. */
  readonly checked?: boolean;
  readonly blocked?: string | false;
}

export interface MenuProps {
  /** What the opener shows. */
  readonly children: ReactNode;
  readonly label: string;
  readonly items: readonly MenuItem[];
  readonly align?: 'start' | 'end';
  readonly button?: Pick<ButtonProps, 'kind' | 'small' | 'icon' | 'busy' | 'blocked'>;
}

/** A button that opens a menu. Arrows move, a letter jumps, Escape closes. */
export function Menu({ children, label, items, align = 'start', button }: MenuProps) {
  const [open, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const id = useId();
  useLeft(place, open, () => setOpen(false));
  const close = (refocus: boolean) => {
    setOpen(false);
    if (refocus) place.current?.querySelector<HTMLElement>('[aria-haspopup]')?.focus();
  };

  return (
    <div className="menu-place" ref={place}>
      <Button
        {...button}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-label={label}
        onAct={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        {children}
      </Button>
      {open && <MenuList id={id} label={label} items={items} align={align} close={close} />}
    </div>
  );
}

interface MenuListProps extends Pick<MenuProps, 'label' | 'items'> {
  readonly id: string;
  readonly align: 'start' | 'end';
  readonly close: (refocus: boolean) => void;
}

function MenuList({ id, label, items, align, close }: MenuListProps) {
  const list = useRef<HTMLDivElement>(null);
  const place = usePlace(list, align);

  useEffect(() => {
    const first = list.current?.querySelector<HTMLElement>('[aria-checked="true"]') ?? itemsOf(list)[0];
    first?.focus();
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    const all = itemsOf(list);
    const to = targetOf(event.key, all, all.indexOf(document.activeElement as HTMLElement));
    if (event.key === 'Escape') {
      // The dialog around it stays open.
      event.preventDefault();
      event.stopPropagation();
      close(true);
    } else if (to) {
      event.preventDefault();
      to.focus();
    }
  };

  return (
    <div
      className="menu"
      role="menu"
      id={id}
      ref={list}
      aria-label={label}
      data-align={place.align}
      data-side={place.side}
      onKeyDown={onKeyDown}
    >
      {items.map((item) => (
        <button
          key={item.key}
          type="button"
          className="menu-item"
          tabIndex={-1}
          {...roleOf(item)}
          aria-disabled={item.blocked ? true : undefined}
          title={item.blocked || undefined}
          onClick={act(() => {
            if (item.blocked) return;
            close(true);
            item.onAct();
          })}
        >
          {item.content}
        </button>
      ))}
    </div>
  );
}

function roleOf({ checked }: MenuItem) {
  return checked === undefined ? { role: 'menuitem' } : { role: 'menuitemradio', 'aria-checked': checked };
}

/** Calls back when the focus, or a press, goes elsewhere. */
function useLeft(place: RefObject<HTMLElement | null>, watching: boolean, left: () => void): void {
  useEffect(() => {
    const element = place.current;
    if (!element || !watching) return;
    const stop = new AbortController();
    const isOutside = (target: EventTarget | null) => !(target instanceof Node && element.contains(target));
    document.addEventListener('pointerdown', (event) => isOutside(event.target) && left(), { signal: stop.signal });
    document.addEventListener('focusin', (event) => isOutside(event.target) && left(), { signal: stop.signal });
    return () => stop.abort();
  });
}

interface MenuPlace {
  readonly side: 'top' | 'bottom';
  readonly align: 'start' | 'end';
}

/** Above the opener when there is no room below it, and to the left when it would stand out at the right. */
function usePlace(list: RefObject<HTMLDivElement | null>, wanted: 'start' | 'end'): MenuPlace {
  const [place, setPlace] = useState<MenuPlace>({ side: 'bottom', align: wanted });
  useLayoutEffect(() => {
    const box = list.current?.getBoundingClientRect();
    if (!box) return;
    const isLow = box.bottom > window.innerHeight && box.height < box.top;
    const isWide = box.right > document.documentElement.clientWidth;
    setPlace({ side: isLow ? 'top' : 'bottom', align: isWide ? 'end' : wanted });
  }, [list, wanted]);
  return place;
}

function itemsOf(list: RefObject<HTMLDivElement | null>): HTMLElement[] {
  return [...(list.current?.querySelectorAll<HTMLElement>('.menu-item') ?? [])];
}

/** The item that a key leads to. */
function targetOf(key: string, all: readonly HTMLElement[], at: number): HTMLElement | undefined {
  if (key === 'ArrowDown') return all[(at + 1) % all.length];
  if (key === 'ArrowUp') return all.at(at <= 0 ? -1 : at - 1);
  if (key === 'Home') return all[0];
  if (key === 'End') return all.at(-1);
  if (key.length !== 1 || key === ' ') return undefined;
  const rest = [...all.slice(at + 1), ...all.slice(0, at + 1)];
  return rest.find((item) => item.textContent.trim().toLowerCase().startsWith(key.toLowerCase()));
}
