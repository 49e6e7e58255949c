import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

/** The one accent. Everything else is ink on paper. */
const green: MantineColorsTuple = [
  '#eef8f5',
  '#dcefe9',
  '#b5ded2',
  '#8bccb9',
  '#68bda4',
  '#43a98c',
  '#2a8f74',
  '#17705a',
  '#0f5c4a',
  '#08493a',
];

/** For what destroys or failed; readable on both backgrounds and below white text. */
const red: MantineColorsTuple = [
  '#fdf0ef',
  '#fadcd9',
  '#f5b8b2',
  '#f29c94',
  '#ff9a90',
  '#d9534a',
  '#c73d33',
  '#b3261e',
  '#951d17',
  '#7a1712',
];

/** The surfaces of the dark scheme, in the tint of its background. */
const dark: MantineColorsTuple = [
  '#e4e9e7',
  '#c3cbc8',
  '#a0aaa6',
  '#8a9591',
  '#333b38',
  '#272e2b',
  '#1f2523',
  '#191e1c',
  '#141817',
  '#0f1211',
];

const dialog = { styles: { title: { fontWeight: 600 } } };

export const theme = createTheme({
  colors: { green, red, dark },
  components: {
    Drawer: dialog,
    Modal: dialog,
    // Else its labels keep the colours of the other scheme for a moment.
    SegmentedControl: {
      defaultProps: { transitionDuration: 0 },
      styles: { root: { background: 'var(--quaestor-hover)' } },
    },
  },
  primaryColor: 'green',
  primaryShade: 7,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily:
    'Inter, ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  headings: { fontWeight: '600', sizes: { h1: { fontSize: '1.375rem', lineHeight: '1.3' } } },
});

/** Chosen so that every text has a contrast of at least 4.5 to 1. */
export const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-text': '#1c2321',
    '--mantine-color-dimmed': '#5b6662',
    '--mantine-color-placeholder': '#66716d',
    '--mantine-color-error': '#b3261e',
    '--mantine-color-default-border': '#dde3e0',
    '--quaestor-field': 'var(--mantine-color-white)',
    '--quaestor-field-line': 'var(--mantine-color-gray-4)',
    '--quaestor-surface': '#f7f9f8',
    '--quaestor-hover': '#f1f5f3',
    '--quaestor-line': '#e6ebe9',
    '--quaestor-bar': '#e3f1ec',
    '--quaestor-buy': '#17705a',
    '--quaestor-sell': '#b3261e',
    '--quaestor-warn': '#9a5b00',
    '--quaestor-blue': '#2f5f9e',
    '--quaestor-idle': '#7b8682',
  },
  dark: {
    '--mantine-color-body': '#141817',
    '--mantine-color-text': '#e4e9e7',
    '--mantine-color-dimmed': '#a0aaa6',
    '--mantine-color-placeholder': '#98a29e',
    '--mantine-color-error': '#ff9a90',
    '--mantine-color-default-border': '#333b38',
    '--quaestor-field': 'var(--mantine-color-dark-6)',
    '--quaestor-field-line': 'var(--mantine-color-dark-4)',
    '--quaestor-surface': '#191e1c',
    '--quaestor-hover': '#1f2523',
    '--quaestor-line': '#272e2b',
    '--quaestor-bar': '#20332d',
    '--quaestor-buy': '#68bda4',
    '--quaestor-sell': '#ff9a90',
    '--quaestor-warn': '#f0b45c',
    '--quaestor-blue': '#8fb8ea',
    '--quaestor-idle': '#8a9591',
  },
});
