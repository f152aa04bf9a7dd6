/** An error answer of the record store. The text is for the author of the course, in English like the protocol. */
export class XapiError extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.name = 'XapiError'
    this.status = status
  }
}
