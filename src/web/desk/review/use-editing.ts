import { useEffect, useRef, useState } from 'react';
import { useReview } from './review-context.ts';

/** Whose fields are open, if any. */
export function useEditing<T>(): readonly [editing: T | null, setEditing: (editing: T | null) => void] {
  const { edited, editBlocked } = useReview();
  const [editing, setEditing] = useState<T | null>(null);
  const wasEdited = useRef(edited);

  useEffect(() => {
    // Sent, discarded, or laid aside because a revision arrived: the fields are about another text then.
    if (wasEdited.current && !edited) setEditing(null);
    wasEdited.current = edited;
  }, [edited]);

  return [editBlocked ? null : editing, setEditing];
}
