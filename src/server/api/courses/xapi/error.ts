/** An answer of the record store that is not 2xx; the text is for the course's author, in English as the protocol is. */
export class XapiError extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.name = 'XapiError'
    this.status = status
  }
}
