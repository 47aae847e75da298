// What was counted on this page, and told by gestures, so that the last of it can be taken back.
// Knows no card and sends nothing.

/** The last stands at the end. @type {{id: string, counter?: string, delta?: number, told?: Promise<Response?>}[]} */
export const counted = []
