import { Button, Skeleton } from '@mantine/core';
import { Suspense, useState, type ReactNode } from 'react';
import { Section } from '../parts/index.ts';
import { texts } from './texts.ts';

interface EditableProps {
  readonly title: string;
  readonly canEdit?: boolean;
  /** What is shown while nobody edits it. */
  readonly shown: ReactNode;
  /** The form in its place. It closes after the change, or by the button that discards it. */
  readonly children: (close: () => void, discard: ReactNode) => ReactNode;
}

/** A part of a screen that a form can take the place of. The form loads when it is opened. */
export function Editable({ title, canEdit = true, shown, children }: EditableProps) {
  const [isEditing, setIsEditing] = useState(false);
  const close = () => setIsEditing(false);
  const discard = (
    <Button variant="default" onClick={close}>
      {texts.discard}
    </Button>
  );
  return (
    <Section
      title={title}
      actions={
        canEdit &&
        !isEditing && (
          <Button size="compact-sm" variant="default" onClick={() => setIsEditing(true)}>
            {texts.change}
          </Button>
        )
      }
    >
      {isEditing ? (
        <Suspense fallback={<Skeleton height={320} />}>{children(close, discard)}</Suspense>
      ) : (
        shown
      )}
    </Section>
  );
}
