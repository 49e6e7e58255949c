import { Clients, NewClient } from '../../shared/clients/index.ts';
import { scopes } from './texts.ts';

export const ClientsScreen = () => <Clients scopes={scopes} create="/clients/new" />;
export const NewClientScreen = () => <NewClient scopes={scopes} list="/clients" />;
