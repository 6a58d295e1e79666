/**
 * The name that keeps an item's number for good: past orders say by the number what was bought, and "Buy again" must
 * not find another item under it.
 */
export const itemName = (itemid: number): string => `item.number:${itemid}`
