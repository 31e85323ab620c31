import { Outlet } from '@tanstack/react-router';
import { useSnapshot } from '../../data/use-live.ts';
import { OfflineBanner } from '../../parts/places.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import { NavLink, Shell } from '../../parts/shell.tsx';
import { ThemeChoice } from '../../parts/theme.tsx';
import { ZoneProvider } from '../../parts/time.tsx';
import { NoticeChoice } from '../../runs/notice-choice.tsx';
import { UndoButton } from '../undo/undo-button.tsx';
import { PlaceBanners } from './place-banners.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { useProposalNotices } from './use-proposal-notices.ts';
import { useRunNotices } from './use-run-notices.ts';

const open = new Set(['awaiting_approval', 'changes_requested', 'approved']);

/** What stands around every page: navigation, banners, undo, shortcuts. */
export function Frame() {
  const { state, connected } = useSnapshot();
  useProposalNotices();
  useRunNotices();
  if (!state) return null;
  const waiting = state.proposals.filter((one) => one.status === 'awaiting_approval').length;
  const openCount = state.proposals.filter((one) => open.has(one.status)).length;
  return (
    <ZoneProvider zone={state.workspace.calendar.zone}>
      <Shell
        brand={<PlainText>{state.workspace.name}</PlainText>}
        brandNote={state.me.kind === 'visitor' ? 'Example, read only' : <PlainText>{state.me.name}</PlainText>}
        nav={
          <>
            <NavLink to="/" exact>
              Board
            </NavLink>
            <NavLink to="/list">List</NavLink>
            <NavLink to="/week">Week</NavLink>
            <NavLink to="/proposals" count={waiting} countWord="wait for review">
              Proposals{openCount > waiting ? ` (${openCount})` : ''}
            </NavLink>
            <NavLink to="/runs">Runs</NavLink>
            <NavLink to="/activity">Activity</NavLink>
            <NavLink to="/agents">Agents</NavLink>
            <NavLink to="/trash">Trash</NavLink>
            <a className="nav-link" href={state.deskUrl}>
              Desk<span className="quiet small">approve, settings</span>
            </a>
          </>
        }
        foot={
          <>
            <UndoButton />
            <Shortcuts />
            <NoticeChoice />
            <ThemeChoice />
          </>
        }
        above={
          <>
            <OfflineBanner offline={!connected} start={state.lines?.start} />
            <PlaceBanners />
          </>
        }
      >
        <Outlet />
      </Shell>
    </ZoneProvider>
  );
}
