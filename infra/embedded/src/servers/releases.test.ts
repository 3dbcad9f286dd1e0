// Which official download a machine gets.
import { expect, test } from 'vitest';
import { mongodbRelease, natsRelease, temporalRelease, versitygwRelease } from './releases.ts';

const linux = { platform: 'linux', arch: 'x64', osRelease: '' } as const;

test('NATS, Temporal and versitygw name their releases by system and processor', () => {
  expect(natsRelease(linux)).toEqual({
    url: 'https://github.com/nats-io/nats-server/releases/download/v2.15.2/nats-server-v2.15.2-linux-amd64.tar.gz',
    checksumsUrl: 'https://github.com/nats-io/nats-server/releases/download/v2.15.2/SHA256SUMS',
    member: 'nats-server-v2.15.2-linux-amd64/nats-server',
  });
  expect(temporalRelease({ ...linux, platform: 'darwin', arch: 'arm64' })).toEqual({
    url: 'https://github.com/temporalio/cli/releases/download/v1.5.1/temporal_cli_1.5.1_darwin_arm64.tar.gz',
    checksumsUrl: 'https://github.com/temporalio/cli/releases/download/v1.5.1/checksums.txt',
    member: 'temporal',
  });
  expect(versitygwRelease(linux)).toEqual({
    url: 'https://github.com/versity/versitygw/releases/download/v1.8.0/versitygw_v1.8.0_Linux_x86_64.tar.gz',
    checksumsUrl: 'https://github.com/versity/versitygw/releases/download/v1.8.0/checksums.txt',
    member: 'versitygw_v1.8.0_Linux_x86_64/versitygw',
  });
});

test.each([
  ['Debian 12', 'x64', 'ID=debian\nVERSION_ID="12"', 'linux-x86_64-debian12'],
  ['Debian 13', 'x64', 'ID=debian\nVERSION_ID="13"', 'linux-x86_64-debian12'],
  ['Debian 11', 'x64', 'ID=debian\nVERSION_ID="11"', 'linux-x86_64-ubuntu2004'],
  ['Debian on ARM', 'arm64', 'ID=debian\nVERSION_ID="12"', 'linux-aarch64-ubuntu2204'],
  ['Ubuntu 22.04', 'x64', 'ID=ubuntu\nVERSION_ID="22.04"\nUBUNTU_CODENAME=jammy', 'linux-x86_64-ubuntu2204'],
  [
    'Ubuntu 24.04',
    'arm64',
    'ID=ubuntu\nVERSION_ID="24.04"\nUBUNTU_CODENAME=noble',
    'linux-aarch64-ubuntu2404',
  ],
  [
    'Linux Mint 21',
    'x64',
    'ID=linuxmint\nID_LIKE="ubuntu debian"\nVERSION_ID="21.3"\nUBUNTU_CODENAME=jammy',
    'linux-x86_64-ubuntu2204',
  ],
  ['Rocky 8', 'x64', 'ID="rocky"\nID_LIKE="rhel centos fedora"\nVERSION_ID="8.10"', 'linux-x86_64-rhel8'],
  ['Fedora 42', 'x64', 'ID=fedora\nVERSION_ID=42', 'linux-x86_64-rhel93'],
  ['Amazon Linux', 'arm64', 'ID="amzn"\nID_LIKE="fedora"\nVERSION_ID="2023"', 'linux-aarch64-amazon2023'],
  [
    'openSUSE',
    'x64',
    'ID="opensuse-leap"\nID_LIKE="suse opensuse"\nVERSION_ID="15.6"',
    'linux-x86_64-suse15',
  ],
  ['Arch', 'x64', 'ID=arch', 'linux-x86_64-ubuntu2204'],
])('MongoDB for %s', (_, arch, osRelease, name) => {
  const release = mongodbRelease({ platform: 'linux', arch, osRelease });
  expect(release?.url).toBe(`https://fastdl.mongodb.org/linux/mongodb-${name}-8.0.32.tgz`);
  expect(release?.member).toBe(`mongodb-${name}-8.0.32/bin/mongod`);
});

test('MongoDB for macOS', () => {
  const release = mongodbRelease({ platform: 'darwin', arch: 'arm64', osRelease: '' });
  expect(release?.url).toBe('https://fastdl.mongodb.org/osx/mongodb-macos-arm64-8.0.32.tgz');
  expect(release?.checksumsUrl).toBe(`${release?.url}.sha256`);
});

test('there is no release for unsupported machines', () => {
  expect(natsRelease({ ...linux, arch: 'riscv64' })).toBeUndefined();
  expect(temporalRelease({ ...linux, platform: 'freebsd' })).toBeUndefined();
  expect(mongodbRelease({ ...linux, osRelease: 'ID=alpine\nVERSION_ID=3.22' })).toBeUndefined();
});
