// Names of the official downloads of each server for a platform.
import { MONGODB_VERSION, NATS_VERSION, TEMPORAL_VERSION, VERSITYGW_VERSION } from './versions.ts';

/** An archive, the list of checksums that covers it, and the path of the program inside. */
export type Release = { url: string; checksumsUrl: string; member: string };

export type Machine = { platform: NodeJS.Platform; arch: string; osRelease: string };

/** The release of nats-server, or undefined where none is published. */
export const natsRelease = (machine: Machine): Release | undefined => {
  const target = goTarget(machine);
  if (!target) return undefined;
  const name = `nats-server-v${NATS_VERSION}-${target.os}-${target.arch}`;
  const base = `https://github.com/nats-io/nats-server/releases/download/v${NATS_VERSION}`;
  return { url: `${base}/${name}.tar.gz`, checksumsUrl: `${base}/SHA256SUMS`, member: `${name}/nats-server` };
};

/** The release of the Temporal CLI, which contains the server, or undefined where none is published. */
export const temporalRelease = (machine: Machine): Release | undefined => {
  const target = goTarget(machine);
  if (!target) return undefined;
  const base = `https://github.com/temporalio/cli/releases/download/v${TEMPORAL_VERSION}`;
  return {
    url: `${base}/temporal_cli_${TEMPORAL_VERSION}_${target.os}_${target.arch}.tar.gz`,
    checksumsUrl: `${base}/checksums.txt`,
    member: 'temporal',
  };
};

/** The release of versitygw, an object store for tests, or undefined where none is published. */
export const versitygwRelease = ({ platform, arch }: Machine): Release | undefined => {
  if ((platform !== 'linux' && platform !== 'darwin') || (arch !== 'x64' && arch !== 'arm64'))
    return undefined;
  const system = platform === 'linux' ? 'Linux' : 'Darwin';
  const name = `versitygw_v${VERSITYGW_VERSION}_${system}_${arch === 'x64' ? 'x86_64' : 'arm64'}`;
  const base = `https://github.com/versity/versitygw/releases/download/v${VERSITYGW_VERSION}`;
  return {
    url: `${base}/${name}.tar.gz`,
    checksumsUrl: `${base}/checksums.txt`,
    member: `${name}/versitygw`,
  };
};

/** The release of MongoDB Community that suits this distribution, or undefined where none is published. */
export const mongodbRelease = (machine: Machine): Release | undefined => {
  const name = mongodbName(machine);
  if (!name) return undefined;
  const folder = machine.platform === 'darwin' ? 'osx' : 'linux';
  const url = `https://fastdl.mongodb.org/${folder}/${name}.tgz`;
  return { url, checksumsUrl: `${url}.sha256`, member: `${name}/bin/mongod` };
};

const goTarget = ({ platform, arch }: Machine): { os: string; arch: string } | undefined => {
  if (platform !== 'linux' && platform !== 'darwin') return undefined;
  if (arch === 'x64') return { os: platform, arch: 'amd64' };
  return arch === 'arm64' ? { os: platform, arch: 'arm64' } : undefined;
};

const mongodbName = ({ platform, arch, osRelease }: Machine): string | undefined => {
  if (arch !== 'x64' && arch !== 'arm64') return undefined;
  if (platform === 'darwin') {
    return `mongodb-macos-${arch === 'x64' ? 'x86_64' : 'arm64'}-${MONGODB_VERSION}`;
  }
  if (platform !== 'linux') return undefined;
  const distribution = mongodbDistribution(osRelease, arch);
  return (
    distribution &&
    `mongodb-linux-${arch === 'x64' ? 'x86_64' : 'aarch64'}-${distribution}-${MONGODB_VERSION}`
  );
};

/** MongoDB is published per distribution; derivatives get their parent's build. */
const mongodbDistribution = (osRelease: string, arch: string): string | undefined => {
  const field = (name: string): string =>
    new RegExp(`^${name}="?([^"\n]*)"?$`, 'm').exec(osRelease)?.[1]?.toLowerCase() ?? '';
  const family = [field('ID'), ...field('ID_LIKE').split(' ')];
  const major = Number.parseInt(field('VERSION_ID'), 10) || 0;
  if (family.includes('ubuntu')) return ubuntuBuild(field('UBUNTU_CODENAME'), major);
  if (family.includes('debian')) {
    if (major > 0 && major < 12) return 'ubuntu2004';
    return arch === 'x64' ? 'debian12' : 'ubuntu2204';
  }
  if (family.includes('amzn')) return 'amazon2023';
  if (family.includes('rhel') || family.includes('fedora')) {
    return field('ID') !== 'fedora' && major === 8 ? 'rhel8' : 'rhel93';
  }
  if (family.includes('suse') && arch === 'x64') return 'suse15';
  return family.includes('arch') ? 'ubuntu2204' : undefined;
};

const ubuntuBuild = (codename: string, major: number): string => {
  if (codename === 'focal' || major === 20) return 'ubuntu2004';
  return codename === 'jammy' || major === 22 ? 'ubuntu2204' : 'ubuntu2404';
};
