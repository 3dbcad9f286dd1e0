// Rebuilds a read model: says what that would change, takes the reason, and shows how far it is.
import { List, Text } from '@mantine/core';
import { requestOf } from '../../../core/endpoints.ts';
import { JobDialog } from './job-dialog.tsx';

export type RebuildTarget = { readonly service: string; readonly name: string };

type RebuildProps = { target: RebuildTarget; onClose: () => void };

export const Rebuild = ({ target, onClose }: RebuildProps) => {
  const { service, name } = target;
  return (
    <JobDialog
      title={`Rebuild ${name} of ${service}?`}
      label={`Rebuild of ${name}`}
      action="Rebuild"
      clean="Rebuilt. The new documents are served now."
      requestFor={(reason) => requestOf('rebuildProjection', { ...target, reason })}
      onClose={onClose}
    >
      <Text size="sm">What a rebuild would change:</Text>
      <List size="sm">
        <List.Item>Its documents are made again from the events.</List.Item>
        <List.Item>The live documents are served until the new ones are complete, then replaced.</List.Item>
        <List.Item>Nothing else changes: no event is written, no mail is sent, no money moves.</List.Item>
        <List.Item>
          Cancelled, or with this dialog closed, it leaves the live documents as they are.
        </List.Item>
      </List>
    </JobDialog>
  );
};
