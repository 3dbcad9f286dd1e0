// Where the focus is when a dialog has closed.
// @vitest-environment happy-dom
import { Button, Menu } from '@mantine/core';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderWeb } from '../../testing/render-web.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

const Removing = () => {
  const [isAsking, setAsking] = useState(false);
  const [isThere, setThere] = useState(true);
  return (
    <section tabIndex={-1} aria-label="Keys">
      {isThere ? (
        <Menu>
          <Menu.Target>
            <Button>Actions</Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => setAsking(true)}>Remove</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      ) : null}
      {isAsking ? (
        <ConfirmDialog
          title="Remove?"
          text="It goes."
          action="Remove it"
          onConfirm={() => {
            setThere(false);
            setAsking(false);
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </section>
  );
};

const asked = async () => {
  const { user } = renderWeb(<Removing />);
  await user.click(screen.getByRole('button', { name: 'Actions' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Remove' }));
  const confirm = await screen.findByRole('button', { name: 'Remove it' });
  await waitFor(() => expect(document.activeElement).toBe(confirm));
  return user;
};

test('opened from a menu, it gives the focus to the menu’s button', async () => {
  const user = await asked();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Actions' })));
});

test('where its button is gone, the place around it has the focus', async () => {
  const user = await asked();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Keys' })));
});

const Ended = () => {
  const [isOpen, setOpen] = useState(true);
  return (
    <main id="main" tabIndex={-1}>
      {isOpen ? (
        <ConfirmDialog
          title="Ended"
          text="It has ended."
          action="Read it"
          onConfirm={() => setOpen(false)}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </main>
  );
};

test('one that nothing on the page opened leaves the focus in the page', async () => {
  const { user } = renderWeb(<Ended />);
  await screen.findByRole('button', { name: 'Read it' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
});
