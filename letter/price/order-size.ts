/** Letters that one intent can pay (design.md#orders). */
export const mostLettersOfOrder = 50
