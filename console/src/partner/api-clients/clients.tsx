import { Clients, NewClient } from '../../shared/clients/index.ts';
import { scopes } from './texts.ts';

export const ClientsScreen = () => <Clients scopes={scopes} create="/api-clients/new" />;
export const NewClientScreen = () => <NewClient scopes={scopes} list="/api-clients" />;
