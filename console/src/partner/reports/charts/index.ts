export { ReportChart } from './chart.tsx';
