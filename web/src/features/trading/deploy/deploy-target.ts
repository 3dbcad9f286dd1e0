// The target of a deployment: a result, as lists know it.
import type { SessionFile } from '@tradeium/contracts';
import { policyWords } from '../../../lib/policy-words.ts';
import { resultName } from '../../../lib/result-facts.ts';
import { settingWords } from '../../../lib/setting-differences.ts';
import type { DeployTarget } from './deploy-dialog.tsx';

export const deployTargetOf = (chatId: string, folder: SessionFile): DeployTarget => ({
  chatId,
  folderName: folder.filename,
  name: resultName(folder),
  facts: folder.result ? settingWords(folder.result).join(' · ') : undefined,
  policy: folder.result ? policyWords(folder.result) : undefined,
  portfolio: folder.result?.portfolio,
});
