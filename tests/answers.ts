/** Reads the JSON body of an answer as the type that the caller expects; the expectations of the test are what checks it. */
export const bodyOf = async <Body>(answer: Response | Promise<Response>): Promise<Body> =>
  (await (await answer).json()) as Body
