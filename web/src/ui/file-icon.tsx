// The icon of a file, by what it is.
import {
  type Icon,
  IconAdjustments,
  IconBrandPython,
  IconChartLine,
  IconFileText,
  IconReportAnalytics,
  IconTable,
} from '@tabler/icons-react';
import { type FileKind, fileKindOf } from '../lib/file-kind.ts';

const ICONS: Readonly<Record<FileKind, Icon>> = {
  settings: IconAdjustments,
  statistics: IconReportAnalytics,
  code: IconBrandPython,
  table: IconTable,
  image: IconChartLine,
  text: IconFileText,
};

/** Decoration next to a file's name. */
export const FileIcon = ({ filename }: { filename: string }) => {
  const Icon = ICONS[fileKindOf(filename)];
  return <Icon size={15} stroke={1.7} aria-hidden style={{ flex: 'none' }} />;
};
