export { Panel } from './panel.tsx';
export { PanelPart, Save, Step } from './steps.tsx';
