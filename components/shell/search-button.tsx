import { Search } from 'lucide-react';
import { IconButton } from '@/components/ui/icon-button';

type SearchButtonProps = {
  /** Whether it is drawn as its keys where there is room. */
  isKeyShown?: boolean;
  onSearch: () => void;
};

/** Opens the search for a bot or page. */
export function SearchButton({ isKeyShown = false, onSearch }: SearchButtonProps) {
  return (
    <IconButton
      label="Go to a bot or page (Ctrl K)"
      icon={
        isKeyShown ? (
          <>
            <kbd className="search-keys max-xl:hidden" />
            <Search className="xl:hidden" />
          </>
        ) : (
          <Search />
        )
      }
      aria-haspopup="dialog"
      className="no-script-hide"
      onClick={onSearch}
    />
  );
}
