import { Page } from '../../shared/parts/index.ts';
import { texts } from './texts.ts';

export const Overview = () => (
  <Page title={texts.title} description={texts.about}>
    {null}
  </Page>
);
