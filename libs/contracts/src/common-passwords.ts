// The most common passwords, which no account may have.

import COMMON from './common-passwords.json' with { type: 'json' };

/** Common ones that the list lacks. */
const OTHERS = ['admin1', 'admin123', 'administrator', 'iloveyou1', 'qwerty1234', 'welcome123'];

let passwords: ReadonlySet<string> | undefined;

/** `aaaaaa`, `121212`, `123123123`: the list leaves most of them out. */
const REPEATED = /^(.{1,3})\1+$/;

/** `654321`, `34567890`, `abcdefg`: each character is the one after, or before, the last; 0 comes after 9, too. */
const isRun = (password: string): boolean => {
  const steps = new Set<number>();
  for (let at = 1; at < password.length; at += 1) {
    const [one, next] = [password.charCodeAt(at - 1), password.charCodeAt(at)];
    const step = next - one;
    steps.add(Math.abs(step) === 9 && /\d/.test(password[at] ?? '') ? -Math.sign(step) : step);
  }
  const [step] = steps;
  return steps.size === 1 && (step === 1 || step === -1);
};

/** True if a password is among the most common, whatever its case. */
export const isCommonPassword = (password: string): boolean => {
  passwords ??= new Set([...COMMON, ...OTHERS]);
  const lower = password.toLowerCase();
  return passwords.has(lower) || REPEATED.test(lower) || isRun(lower);
};
