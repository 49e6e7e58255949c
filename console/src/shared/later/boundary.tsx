import { Component, type ReactNode } from 'react';
import classes from './later.module.css';
import { texts } from './texts.ts';

/** A script that did not come: the server is away, or has another version by now. */
export class PartUnloaded extends Error {
  override readonly name = 'PartUnloaded';
}

interface BoundaryProps {
  readonly onRetry: () => void;
  readonly children: ReactNode;
}

/** Shows in place of a part that it could not be loaded. It uses nothing that would have to be loaded itself. */
export class Boundary extends Component<BoundaryProps, { readonly error?: Error }> {
  override state: { readonly error?: Error } = {};

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    if (!(error instanceof PartUnloaded)) throw error;
    return (
      <div role="alert" className={classes.unloaded}>
        <p>{texts.unloaded}</p>
        <button type="button" onClick={this.props.onRetry}>
          {texts.retry}
        </button>
      </div>
    );
  }
}
