import { EmptyState } from '../../parts/places.tsx';
import { Page } from '../../parts/shell.tsx';
import { Link } from '../link.tsx';

export function NotFound() {
  return (
    <Page title="There is no such page">
      <EmptyState title="Nothing is at this address" action={<Link to="/">Go to the board</Link>}>
        It may be an old link, or a letter is missing.
      </EmptyState>
    </Page>
  );
}
