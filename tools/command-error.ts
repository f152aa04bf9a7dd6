/** Error that the operator can do something about; `runCommand` prints its message alone. */
export class CommandError extends Error {}
