// How a name is explained next to the code, by completion and hover: its signature, and what it is for.
import { signatureOf } from './completion-entries.ts';
import type { Entry } from './completion-entry.ts';

/** Code in a text stands between backticks. */
const paragraphDom = (text: string): HTMLElement => {
  const dom = document.createElement('p');
  for (const [index, part] of text.split('`').entries()) {
    const isCode = index % 2 === 1;
    dom.appendChild(document.createElement(isCode ? 'code' : 'span')).textContent = part;
  }
  return dom;
};

/** A separate element for each tooltip. */
export const entryDom = (entry: Entry): HTMLElement => {
  const dom = document.createElement('div');
  dom.className = 'cm-explained';
  const signature = dom.appendChild(document.createElement('code'));
  signature.textContent = signatureOf(entry);
  dom.append(...entry.doc.split('\n\n').filter(Boolean).map(paragraphDom));
  return dom;
};

/** The same as text, for screen readers. */
export const entryText = (entry: Entry): string => `${signatureOf(entry)}. ${entry.doc}`;
