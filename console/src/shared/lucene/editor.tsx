import { autocompletion, completionKeymap, type CompletionContext } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from '@codemirror/language';
import { setDiagnostics } from '@codemirror/lint';
import { Compartment, EditorState, Prec } from '@codemirror/state';
import { EditorView, keymap, placeholder as hint } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useRef } from 'react';
import { nonce } from '../layout/index.ts';
import { complete, type Field } from './complete.ts';
import type { Fault } from './faults.ts';
import classes from './editor.module.css';
import { texts } from './texts.ts';

interface EditorProps {
  readonly value: string;
  readonly onSubmit: (value: string) => void;
  readonly fields: readonly Field[];
  readonly faults: readonly Fault[];
  readonly placeholder: string;
  readonly isEager: boolean;
}

/** One line of text with the colours, the completion and the faults of a filter. Enter applies it. */
export default function LuceneEditor(props: EditorProps) {
  const { value, onSubmit, fields, faults, placeholder, isEager } = props;
  const parent = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const latest = useRef({ onSubmit, fields });
  useEffect(() => {
    latest.current = { onSubmit, fields };
  }, [onSubmit, fields]);

  useEffect(() => {
    if (parent.current === null) return;
    const editor = new EditorView({
      parent: parent.current,
      state: EditorState.create({
        doc: value,
        extensions: [
          EditorView.cspNonce.of(nonce),
          oneLine,
          EditorView.updateListener.of(({ docChanged, state }) => {
            if (isEager && docChanged) latest.current.onSubmit(state.doc.toString().trim());
          }),
          history(),
          language,
          syntaxHighlighting(colours),
          new Compartment().of(hint(placeholder)),
          autocompletion({
            override: [(context) => suggest(context, latest.current.fields)],
            icons: false,
            // Else Enter right after a key would apply the filter instead of the suggestion.
            interactionDelay: 0,
          }),
          Prec.high(
            keymap.of([
              {
                key: 'Enter',
                run: (current) => {
                  latest.current.onSubmit(current.state.doc.toString().trim());
                  return true;
                },
              },
            ]),
          ),
          Prec.highest(keymap.of(completionKeymap)),
          keymap.of([...historyKeymap, ...defaultKeymap]),
          EditorView.contentAttributes.of({ 'aria-label': texts.filter, 'data-filter': '' }),
        ],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
    // The editor keeps its own text: what changes outside is applied below.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  useEffect(() => {
    const editor = view.current;
    const shown = editor?.state.doc.toString();
    if (editor === undefined || shown === undefined || shown.trim() === value) return;
    editor.dispatch({ changes: { from: 0, to: shown.length, insert: value } });
  }, [value]);

  useEffect(() => {
    const editor = view.current;
    if (editor === undefined) return;
    const { length } = editor.state.doc;
    const marks = faults.map(({ offset, message }) => {
      const from = Math.min(offset, Math.max(0, length - 1));
      return { from, to: Math.min(length, from + 1), severity: 'error' as const, message };
    });
    editor.dispatch(setDiagnostics(editor.state, marks));
  }, [faults]);

  return <div ref={parent} className={classes.editor} />;
}

const oneLine = EditorState.transactionFilter.of((transaction) =>
  transaction.newDoc.lines > 1 ? [] : transaction,
);

function suggest(context: CompletionContext, fields: readonly Field[]) {
  const found = complete(context.state.sliceDoc(0, context.pos), fields);
  if (found === undefined || (!context.explicit && found.from === context.pos && context.pos === 0))
    return null;
  return { from: found.from, options: [...found.options] };
}

const language = StreamLanguage.define({
  token(stream) {
    if (stream.eatSpace()) return null;
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return 'string';
    if (stream.match(/^\/(?:[^/\\]|\\.)*\/?/)) return 'regexp';
    if (stream.match(/^(?:AND|OR|NOT|TO)\b|^(?:&&|\|\||[!+-])/)) return 'keyword';
    if (stream.match(/^[\w.]+(?=:)/)) return 'propertyName';
    if (stream.match(/^[()[\]{}:^~]/)) return 'punctuation';
    if (stream.match(/^(?:[^\s()[\]{}:^~"\\]|\\.)+/) === null) stream.next();
    return 'literal';
  },
});

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--quaestor-buy)' },
  { tag: tags.keyword, fontWeight: '600' },
  { tag: tags.string, color: 'var(--quaestor-warn)' },
  { tag: tags.regexp, color: 'var(--quaestor-warn)' },
  { tag: tags.punctuation, color: 'var(--mantine-color-dimmed)' },
]);
