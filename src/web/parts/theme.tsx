import { useState } from 'react';
import { Menu } from './menu.tsx';

const themes = ['system', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];

const STORED = 'sidekicks-theme';

function stored(): Theme {
  const value = localStorage.getItem(STORED);
  return value === 'light' || value === 'dark' ? value : 'system';
}

/** Call before the first paint, so that no page flashes in the other theme. */
export function applyTheme(): void {
  const theme = stored();
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

export function ThemeChoice() {
  const [theme, setTheme] = useState(stored);
  const choose = (next: Theme) => {
    localStorage.setItem(STORED, next);
    applyTheme();
    setTheme(next);
  };
  return (
    <Menu
      label={`Theme: ${theme}`}
      button={{ kind: 'quiet', small: true }}
      items={themes.map((one) => ({
        key: one,
        content: one === 'system' ? 'As the system' : one === 'light' ? 'Light' : 'Dark',
        checked: one === theme,
        onAct: () => choose(one),
      }))}
    >
      Theme: {theme}
    </Menu>
  );
}
