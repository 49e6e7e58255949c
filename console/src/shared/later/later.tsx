import { createElement, use, useState, type ComponentType } from 'react';
import { Boundary, PartUnloaded } from './boundary.tsx';

/** A part of a screen whose script loads when it is shown. If the script does not come, the rest of the screen stays. */
export function later<Props extends object>(load: () => Promise<{ readonly default: ComponentType<Props> }>) {
  let loaded: ComponentType<Props> | undefined;
  let loading: Promise<ComponentType<Props>> | undefined;
  const start = async (): Promise<ComponentType<Props>> => {
    try {
      loaded = (await load()).default;
      return loaded;
    } catch (cause) {
      throw new PartUnloaded('A script could not be loaded.', { cause });
    }
  };
  const Loading = (props: Props) => {
    loading ??= start();
    return createElement(loaded ?? use(loading), props);
  };
  const Later = (props: Props) => {
    const [attempt, setAttempt] = useState(0);
    const retry = () => {
      loading = undefined;
      setAttempt(attempt + 1);
    };
    return (
      <Boundary key={attempt} onRetry={retry}>
        <Loading {...props} />
      </Boundary>
    );
  };
  const preload = async () => {
    try {
      await (loading ??= start());
    } catch {
      // It is tried again when it is shown.
      loading = undefined;
    }
  };
  return Object.assign(Later, { preload });
}

/**
 * A screen whose script loads when it is shown: the export with this name. Of its type only the names count here: the
 * screens use the types of the router, which has the screens.
 */
export const laterScreen = <Module extends object>(load: () => Promise<Module>, name: keyof Module) =>
  later(async () => ({ default: (await load())[name] as ComponentType }));
