// What must hold does not.
export class Fault extends Error {}
