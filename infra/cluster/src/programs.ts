// The programs that render and check manifests, found or installed like the servers.
import { type GoProgram, type Progress, resolveGoProgram } from '@tradeium/embedded';

const KUSTOMIZE_VERSION = '5.7.1';
const KUBECONFORM_VERSION = '0.8.0';

const GITHUB = 'https://github.com';

/** Go's name of this machine. */
const target = (): string | undefined => {
  const arch = { x64: 'amd64', arm64: 'arm64' }[process.arch as string];
  return arch === undefined ? undefined : `${process.platform}_${arch}`;
};

const archive = (url: string | undefined, checksumsUrl: string, member: string): GoProgram['release'] =>
  url ? { url, checksumsUrl, member } : undefined;

const kustomize = (): GoProgram => {
  const version = KUSTOMIZE_VERSION;
  const base = `${GITHUB}/kubernetes-sigs/kustomize/releases/download/kustomize%2Fv${version}`;
  const machine = target();
  return {
    file: 'kustomize',
    version,
    versionArguments: ['version'],
    preferred: version,
    minimum: '5.4',
    versionPattern: /v(\d+)\.(\d+)\.(\d+)/,
    release: archive(
      machine && `${base}/kustomize_v${version}_${machine}.tar.gz`,
      `${base}/checksums.txt`,
      'kustomize',
    ),
    source: `sigs.k8s.io/kustomize/kustomize/v5@v${version}`,
    advice: `kustomize is missing: install kustomize ${version} (https://kustomize.io) or Go.`,
  };
};

const kubeconform = (): GoProgram => {
  const version = KUBECONFORM_VERSION;
  const base = `${GITHUB}/yannh/kubeconform/releases/download/v${version}`;
  const machine = target()?.replace('_', '-');
  return {
    file: 'kubeconform',
    version,
    versionArguments: ['-v'],
    preferred: version,
    minimum: '0.6',
    versionPattern: /v(\d+)\.(\d+)\.(\d+)/,
    release: archive(machine && `${base}/kubeconform-${machine}.tar.gz`, `${base}/CHECKSUMS`, 'kubeconform'),
    source: `github.com/yannh/kubeconform/cmd/kubeconform@v${version}`,
    advice: `kubeconform is missing: install kubeconform ${version} (${GITHUB}/yannh/kubeconform) or Go.`,
  };
};

/** The path of kustomize; gets it when this machine lacks it. */
export const kustomizeProgram = (progress: Progress): Promise<string> =>
  resolveGoProgram(kustomize(), progress);

/** The path of kubeconform; gets it when this machine lacks it. */
export const kubeconformProgram = (progress: Progress): Promise<string> =>
  resolveGoProgram(kubeconform(), progress);
