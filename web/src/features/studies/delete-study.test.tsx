// A study that has ended is deleted from the list of its chat and from its own page, after a question.
// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import type { StudySummary } from '@tradeium/contracts';
import { expect, test, vi } from 'vitest';
import { renderWeb } from '../../testing/render-web.tsx';
import { refusal, serve } from '../../testing/server.ts';
import { someStudy } from '../../testing/studies.ts';
import { StudiesList } from './studies-list.tsx';
import { StudyHead } from './study-head.tsx';

const line = (study_id: string, status: StudySummary['status']): StudySummary => {
  const { axes: _, ...study } = someStudy({ study_id, status });
  return { ...study, axes: [{ kind: 'parameter', name: 'fast' }] };
};

const openList = () => {
  let studies = [line('s1', 'running'), line('s2', 'completed')];
  const server = serve({
    listStudies: () => ({ studies }),
    deleteStudy: ({ study_id }) => {
      studies = studies.filter((study) => study.study_id !== study_id);
      return { deleted: true };
    },
  });
  return { server, ...renderWeb(<StudiesList chatId="c1" onOpen={vi.fn()} />) };
};

test('in the list only what has ended can be deleted, by keyboard, and the focus stays in the list', async () => {
  const { server, user } = openList();
  const [only, ...others] = await screen.findAllByRole('button', { name: /^Delete the study of/ });
  expect(others).toEqual([]);
  only?.focus();
  await user.keyboard('{Enter}');
  const dialog = await screen.findByRole('dialog', { name: 'Delete Study' });
  expect(dialog.textContent).toContain('its trials still count');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'));
  expect(server.asked).not.toContain('deleteStudy');
  within(dialog).getByRole('button', { name: 'Delete' }).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  expect(server.lastInput('deleteStudy')).toEqual({ id: 'c1', study_id: 's2' });
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Studies'));
});

test('on its page it leads back once it is deleted, and says why it is not', async () => {
  const server = serve({ deleteStudy: () => refusal(404, 'Study not found', 'STUDY_NOT_FOUND') });
  const onDeleted = vi.fn();
  const { user } = renderWeb(<StudyHead study={someStudy()} onDeleted={onDeleted} />);
  const remove = async () => {
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete Study' });
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  };
  await remove();
  expect(await screen.findByText('Error deleting study: Study not found')).toBeDefined();
  expect(onDeleted).not.toHaveBeenCalled();
  server.answer({ deleteStudy: () => ({ deleted: true }) });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await remove();
  await waitFor(() => expect(onDeleted).toHaveBeenCalledOnce());
});
