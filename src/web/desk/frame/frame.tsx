import { Outlet, useNavigate } from '@tanstack/react-router';
import { workspaceFromDesk } from '../../data/from-desk.ts';
import { useSnapshot } from '../../data/use-live.ts';
import { ClockBanner } from '../../parts/clock-banner.tsx';
import { Banner, OfflineBanner } from '../../parts/places.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import { NavLink, Shell } from '../../parts/shell.tsx';
import { ThemeChoice } from '../../parts/theme.tsx';
import { Time, ZoneProvider } from '../../parts/time.tsx';
import { NoticeChoice } from '../../runs/notice-choice.tsx';
import { InboxContext, useInbox } from '../../runs/use-inbox.ts';
import { useWaiting } from '../../runs/use-waiting.ts';
import { AccessContext, useAccess } from '../access/use-access.ts';

/** What stands around every page of the desk. */
export function Frame() {
  const { state, connected } = useSnapshot();
  const navigate = useNavigate();
  const inbox = useInbox();
  const access = useAccess();
  const tokens = access.value?.tokens ?? null;
  const waiting = useWaiting(inbox, { tokens, open: () => void navigate({ to: '/' }) });
  const asking = tokens?.filter((token) => token.state === 'waiting').length ?? 0;
  if (!state) return null;
  const { workspace, waitingImports, sidekicks } = state;
  const offered = sidekicks.filter((one) => one.offered).length;
  return (
    <ZoneProvider zone={workspace.calendar.zone}>
      <Shell
        brand="Desk"
        brandNote={<PlainText>{workspace.name}</PlainText>}
        nav={
          <>
            <NavLink to="/" exact count={waiting} countWord="wait for a decision">
              Inbox
            </NavLink>
            <NavLink to="/runs">Runs</NavLink>
            <NavLink to="/delegation">Delegation</NavLink>
            <NavLink to="/access" count={asking} countWord="ask to be let in">
              Access
            </NavLink>
            <NavLink to="/sidekicks" count={offered} countWord="offered versions">
              Sidekicks
            </NavLink>
            <NavLink to="/calendar">Calendar</NavLink>
            <NavLink to="/imports" count={waitingImports} countWord="wait for a decision">
              Imports
            </NavLink>
            <NavLink to="/activity">Activity</NavLink>
            <a className="nav-link" href={workspaceFromDesk(state.workspaceUrl)}>
              Workspace<span className="quiet small">board</span>
            </a>
          </>
        }
        foot={
          <>
            <span>
              <PlainText>{state.me.name}</PlainText>, at this browser
            </span>
            <NoticeChoice />
            <ThemeChoice />
          </>
        }
        above={
          <>
            <OfflineBanner offline={!connected} start={state.lines?.start} />
            <ClockBanner endsAt={state.logEndsAhead} />
            {workspace.recoveredAt && (
              <Banner tone="warn">
                This workspace was recovered <Time at={workspace.recoveredAt} />. Every key, token, approval and grant
                from before is void. This notice stays.
              </Banner>
            )}
          </>
        }
      >
        <InboxContext value={inbox}>
          <AccessContext value={access}>
            <Outlet />
          </AccessContext>
        </InboxContext>
      </Shell>
    </ZoneProvider>
  );
}
