// Lets several callers follow one rebuild: it is cancelled when the last of them has left.

export type RebuildProgress = {
  /** Messages of the streams that are done, of those that the rebuild needs. */
  readonly done: number;
  readonly of: number;
};

export type RebuildFollower = {
  /** Aborted when the caller leaves; without one the caller stays to the end. */
  readonly signal?: AbortSignal;
  /** Called after each batch. */
  readonly onProgress?: (progress: RebuildProgress) => void;
};

/** A rebuild was cancelled: the live documents are as they were, what was filled is dropped. */
export class RebuildCancelled extends Error {
  override readonly name = 'RebuildCancelled';
}

export type SharedRebuild = {
  /** Follows the rebuild under way, or starts one. Rejects with RebuildCancelled for a caller that leaves. */
  follow(follower: RebuildFollower): Promise<void>;
  /** Resolves when nothing is under way. */
  settled(): Promise<void>;
};

type Replace = (options: Required<RebuildFollower>) => Promise<void>;

/** Shares what `replace` does among its callers. */
export const shareRebuild = (replace: Replace): SharedRebuild => {
  type Begun = {
    readonly followers: Set<RebuildFollower>;
    readonly leaving: AbortController;
    readonly ended: Promise<void>;
  };
  let current: Begun | undefined;

  const begin = (): Begun => {
    const followers = new Set<RebuildFollower>();
    const leaving = new AbortController();
    const onProgress = (progress: RebuildProgress) => {
      for (const follower of followers) follower.onProgress?.(progress);
    };
    const ended = replace({ signal: leaving.signal, onProgress }).finally(() => {
      current = undefined;
    });
    return { followers, leaving, ended };
  };

  const settled = async (): Promise<void> => void (await Promise.allSettled([current?.ended]));

  return {
    async follow(follower) {
      const { signal } = follower;
      // One that is being cancelled ends first.
      while (current?.leaving.signal.aborted) await settled();
      current ??= begin();
      const { followers, leaving, ended } = current;
      followers.add(follower);
      const gone = Promise.withResolvers<never>();
      const leave = () => {
        followers.delete(follower);
        if (followers.size === 0) leaving.abort();
        else gone.reject(new RebuildCancelled('the caller has left'));
      };
      if (signal?.aborted) leave();
      signal?.addEventListener('abort', leave, { once: true });
      try {
        await Promise.race([ended, gone.promise]);
      } finally {
        signal?.removeEventListener('abort', leave);
        followers.delete(follower);
      }
    },
    settled,
  };
};
