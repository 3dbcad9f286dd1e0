// The tab of the payment page: opened by the click itself, because browsers block tabs that open later.

export type PaymentTab = {
  /** Leads to the payment page; false when the browser blocked the tab or it was closed. */
  show: (url: string) => boolean;
  close: () => void;
};

/** True if an address is one of the web: nothing else may run or be opened in our name. */
export const isWebAddress = (address: string): boolean => {
  const url = URL.parse(address);
  return url !== null && ['https:', 'http:'].includes(url.protocol);
};

/** Opens an empty tab; call it in the handler of the click. */
export const openPaymentTab = (): PaymentTab => {
  const tab = window.open('', '_blank');
  if (tab) {
    // The payment page has no business in this one.
    tab.opener = null;
    tab.document.title = 'Payment page';
    tab.document.body.textContent = 'Opening the payment page ...';
  }
  return {
    show: (url) => {
      if (!tab || tab.closed || !isWebAddress(url)) return false;
      tab.location.replace(url);
      return true;
    },
    close: () => tab?.close(),
  };
};
