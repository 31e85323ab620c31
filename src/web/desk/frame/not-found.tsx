import { Link } from '@tanstack/react-router';
import { EmptyState } from '../../parts/places.tsx';
import { Page } from '../../parts/shell.tsx';

export function NotFound() {
  return (
    <Page title="There is no such page">
      <EmptyState title="Nothing is at this address" action={<Link to="/">Go to the inbox</Link>}>
        It may be an old link, or a letter is missing.
      </EmptyState>
    </Page>
  );
}
