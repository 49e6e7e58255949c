/** The operations of one noun. */
export abstract class Resource<Api> {
  protected readonly api: Api;

  constructor(api: Api) {
    this.api = api;
  }
}
