import { Clients, NewClient } from '../../shared/clients/index.ts';
import { scopes } from './texts.ts';

export const ClientsScreen = () => <Clients scopes={scopes} />;
export const NewClientScreen = () => <NewClient scopes={scopes} />;
